import base64, json, os
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

PUBLIC_KEY = os.environ["KEYWRIGHT_API_PUBLIC_KEY"]
KEY = ec.derive_private_key(int(os.environ["KEYWRIGHT_API_PRIVATE_KEY"], 16), ec.SECP256R1())


def stamp(body: bytes) -> str:
    """Value of the header X-Stamp for the exact bytes of a body."""
    signature = KEY.sign(body, ec.ECDSA(hashes.SHA256())).hex()
    scheme = "SIGNATURE_SCHEME_TK_API_P256"
    stamped = json.dumps({"publicKey": PUBLIC_KEY, "scheme": scheme, "signature": signature})
    return base64.urlsafe_b64encode(stamped.encode()).decode().rstrip("=")
