import { createHash } from "node:crypto";
import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { KeywrightServer } from "@keywright/client/server";

const parent = new KeywrightServer().apiClient(); // reads the API key from the environment
const whoami = "/public/v1/query/whoami";
const accounts = new Map(); // email by sub-organization, in your database
const used = new Set(); // hashes of the last two minutes, in your database

const routes = {
  // Verify the email with a code before, or a stranger can sign up with it.
  async "/sign-up"({ email, passkey }) {
    const rootUser = {
      userName: email,
      apiKeys: [],
      authenticators: [passkey],
      oauthProviders: [],
    };
    const { subOrganizationId } = await parent.createSubOrganization({
      subOrganizationName: email,
      rootUsers: [rootUser],
      rootQuorumThreshold: 1,
    });
    accounts.set(subOrganizationId, email);
    return { organizationId: subOrganizationId };
  },

  async "/log-in"({ body, stamp }) {
    const { callPath, timestampMs } = JSON.parse(body);
    const hash = createHash("sha256").update(body).digest("hex");
    const isFresh = Math.abs(Date.now() - Number(timestampMs)) < 60_000 && !used.has(hash);
    if (callPath !== whoami || !isFresh) return { refused: "old or used proof" };
    used.add(hash);
    const headers = { "content-type": "application/json", "X-Stamp-WebAuthn": stamp };
    const answer = await fetch(process.env.KEYWRIGHT_BASE_URL + whoami, {
      method: "POST",
      headers,
      body,
    });
    // Not by the name in the answer: users can change their own.
    const { organizationId } = await answer.json();
    const email = accounts.get(organizationId);
    return email ? { email } : { refused: "not our user" };
  },
};

createServer(async (request, response) => {
  const route = routes[request.url];
  response.end(JSON.stringify(route ? await route(await json(request)) : {}));
}).listen(3000, () => console.log("http://localhost:3000"));
