"""Macrolanguages: names of one language that say more, or less, than each other."""

from __future__ import annotations


def is_same_language(one: str, other: str) -> bool:
    """Tell whether two tags may be of one page: `no` and `nn`, `zh` and `cmn-Hans`.

    Of two members of a macrolanguage each is a language of its own: `nb` and `nn`.
    """
    first, second = _language(one), _language(other)
    return (
        first == second
        or second in _MEMBERS.get(first, ())
        or first in _MEMBERS.get(second, ())
    )


def _language(tag: str) -> str:
    """Give the language of a tag; of two names for one that which came later."""
    language = tag.strip().lower().replace("_", "-").split("-")[0]
    return _SAME.get(language, language)


# IANA, Language Subtag Registry, "Preferred-Value"; and Tagalog, which is called so.
_SAME = {"in": "id", "iw": "he", "ji": "yi", "jw": "jv", "mo": "ro", "tl": "fil"}
# The same, "Macrolanguage", of those that ISO 639-1 has. Indonesian, a member of Malay
# there, is left out: on the Web each is a language of its own.
_TABLE = (
    "ak: fat tw; ar: aao abh abv acm acq acw acx acy adf aeb aec afb ajp apc apd "
    "arb arq ars ary arz auz avl ayh ayl ayn ayp bbz pga shu ssh; ay: ayc ayr; az: "
    "azb azj; cr: crj crk crl crm csw cwd; et: ekk vro; fa: pes prs; ff: ffm fub "
    "fuc fue fuf fuh fui fuq fuv; gn: gnw gug gui gun nhd; ik: esi esk; iu: ike "
    "ikt; kg: kng kwy ldi; kr: kby knc krt; ku: ckb kmr sdh; kv: koi kpv; lv: ltg "
    "lvs; mg: bhr bjq bmm bzc msh plt skg tdx tkg txy xmv xmw; mn: khk mvf; ms: bjn "
    "btj bve bvu coa dup hji jak jax kvb kvr kxd lce lcf liw max meo mfa mfb min "
    "mqg msi mui orn ors pel pse tmw urk vkk vkt xmm zlm zmi zsm; ne: dty npi; no: "
    "nb nn; oj: ciw ojb ojc ojg ojs ojw otw; om: gax gaz hae orc; or: ory spv; ps: "
    "pbt pbu pst; qu: cqu qub qud quf qug quh quk qul qup qur qus quw qux quy quz "
    "qva qvc qve qvh qvi qvj qvl qvm qvn qvo qvp qvs qvw qvz qwa qwc qwh qws qxa "
    "qxc qxh qxl qxn qxo qxp qxr qxt qxu qxw; sa: cls vsn; sc: sdc sdn src sro; sh: "
    "bs cnr hr sr; sq: aae aat aln als; sw: swc swh; uz: uzn uzs; yi: ydd yih; za: "
    "zch zeh zgb zgm zgn zhd zhn zlj zln zlq zqe zyb zyg zyj zyn zzj; zh: cdo cjy "
    "cmn cnp cpx csp czh czo gan hak hnm hsn luh lzh mnp nan sjc wuu yue"
)


def _read(table: str) -> dict[str, frozenset[str]]:
    rows = (row.split(": ") for row in table.split("; "))
    return {name: frozenset(members.split()) for name, members in rows}


_MEMBERS = _read(_TABLE)
