"""The manual: each version of it lies in a folder of its own."""

project = "Manual"
extensions = ["sphinx_multiversion", "sphinx_scopemap"]
html_baseurl = "https://docs.example.com/manual/"
smv_tag_whitelist = r"v.*"
smv_branch_whitelist = "main"


def set_address(_app, config):
    config.html_baseurl += f"{config.smv_current_version}/"


def setup(app):
    app.connect("config-inited", set_address, priority=1)
