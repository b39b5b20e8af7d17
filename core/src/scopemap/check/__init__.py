"""The auditor: whether the sitemaps of a folder, whoever wrote them, are true."""
