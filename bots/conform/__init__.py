"""A conformance kit for anybody's UGP engine, and scripted engines for anybody's client."""
