// Write entries with npm's sitemap, as benchmarks/subjects/writing.py does with others.
//
//     node benchmarks/node/write.js ENTRIES FOLDER [--gzip] [--iterator]

import { createWriteStream, mkdirSync } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";

const MISSING = 77;
const MOST = 50_000;
const BASE = "https://bench.example/";
const SECTIONS = 50;

let sitemap;
try {
  sitemap = await import("sitemap");
} catch (error) {
  console.log("npm sitemap is not installed");
  process.exit(MISSING);
}

const [number, folder, ...flags] = process.argv.slice(2);
const total = Number(number);

function* items() {
  for (let place = 0; place < total; place++) {
    const section = String(Math.floor((place * SECTIONS) / total)).padStart(2, "0");
    const part = String(Math.floor(place / 100)).padStart(5, "0");
    let name = String(place).padStart(7, "0");
    if (place % 10 === 3) name += "-gr%C3%B6%C3%9Fe";
    else if (place % 100 === 7) name += "-q&a";
    const lastmod = new Date((1_500_000_000 + 37 * place) * 1000).toISOString();
    yield { url: `${BASE}section-${section}/${part}/${name}/`, lastmod };
  }
}

const found = flags.includes("--iterator") ? items() : [...items()];
mkdirSync(folder, { recursive: true });
const before = process.memoryUsage().rss;
const used = process.cpuUsage();
const began = performance.now();
const stream = new sitemap.SitemapAndIndexStream({
  limit: MOST,
  getSitemapStream(place) {
    const name = `sitemap-${place}.xml`;
    const one = new sitemap.SitemapStream({ hostname: BASE });
    const target = flags.includes("--gzip")
      ? one.pipe(createGzip({ level: 6 })).pipe(createWriteStream(`${folder}/${name}.gz`))
      : one.pipe(createWriteStream(`${folder}/${name}`));
    return [new URL(name, BASE).toString(), one, target];
  },
});
await pipeline(
  Readable.from(found),
  stream,
  createWriteStream(`${folder}/sitemap-index.xml`),
);
const { user, system } = process.cpuUsage(used);
const peak = process.resourceUsage().maxRSS * 1024;
console.log(
  JSON.stringify({
    seconds: (user + system) / 1e6,
    wall: (performance.now() - began) / 1e3,
    megabytes: Math.max(peak - before, 0) / 1e6,
  }),
);
