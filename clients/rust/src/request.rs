//! The posted request.

/// A request that anyone can post, because only the body is signed. It has no `Debug`, because it's as good as a signature.
#[derive(Clone)]
pub struct SignedRequest {
    /// Where it goes.
    pub url: String,
    /// Exactly the bytes that were signed.
    pub body: Vec<u8>,
    /// Value of the `X-Stamp` header.
    pub stamp: String,
}

/// The path of an activity type: `ACTIVITY_TYPE_CREATE_USERS_V2` goes to `/public/v1/submit/create_users`.
#[must_use]
pub fn path_of(activity_type: &str) -> String {
    let name = activity_type.trim_start_matches("ACTIVITY_TYPE_");
    let name = match name.rsplit_once("_V") {
        Some((name, version))
            if !version.is_empty() && version.bytes().all(|digit| digit.is_ascii_digit()) =>
        {
            name
        }
        _ => name,
    };
    format!("/public/v1/submit/{}", name.to_lowercase())
}
