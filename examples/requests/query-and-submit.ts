/**
 * A query and a submit on the wire
 *
 * Signs the bytes of a body by hand and posts them. A query returns data, a submit returns an activity.
 * Result: raw request and response of a query and a submit
 * Pages: /api/, /api-overview/introduction
 */
// #region imports
import { ApiKeyStamper } from "@keywright/client/api-key";

// #endregion

const stamper = new ApiKeyStamper({
  apiPublicKey: process.env.KEYWRIGHT_API_PUBLIC_KEY!,
  apiPrivateKey: process.env.KEYWRIGHT_API_PRIVATE_KEY!,
});
const organizationId = process.env.KEYWRIGHT_ORGANIZATION_ID!;

// #region post
async function post(path: string, request: object) {
  // The stamp covers these bytes. Serialize once, sign them, and send them unchanged.
  const body = JSON.stringify(request);
  const { stampHeaderName, stampHeaderValue } = await stamper.stamp(body);
  const response = await fetch(`${process.env.KEYWRIGHT_BASE_URL}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", [stampHeaderName]: stampHeaderValue },
    body,
  });
  const answer = await response.json();
  console.log("POST", path, body);
  console.log(response.status, JSON.stringify(answer));
  return answer;
}
// #endregion

// #region query
// The stamp covers only the body, so the body names the call and the time.
const callPath = "/public/v1/query/whoami";
const me = await post(callPath, { organizationId, timestampMs: String(Date.now()), callPath });
// #endregion

// #region submit
const { activity } = await post("/public/v1/submit/create_user_tag", {
  type: "ACTIVITY_TYPE_CREATE_USER_TAG",
  timestampMs: String(Date.now()),
  organizationId,
  parameters: { userTagName: "Traders", userIds: [me.userId] },
});
// #endregion

console.assert(me.organizationId === organizationId, "another organization");
console.assert(activity.status === "ACTIVITY_STATUS_COMPLETED", activity.status);
console.assert(activity.result.createUserTagResult.userTagId, "the result has the tag");
