//! What is posted.

/// A request that anybody can post: nothing but the body is signed. It is as good as a signature, so it has no `Debug`.
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
