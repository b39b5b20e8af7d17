"""scopemap for MkDocs and ProperDocs."""
