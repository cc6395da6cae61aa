import { createHash } from "node:crypto";
import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { KeywrightServer } from "@keywright/client/server";

const parent = new KeywrightServer().apiClient(); // reads the API key from the environment
const whoami = "/public/v1/query/whoami";
const ours = new Set(); // your sub-organizations, in your database
const used = new Set(); // hashes of the last two minutes, in your database

const routes = {
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
    ours.add(subOrganizationId);
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
    const { organizationId, username } = await answer.json();
    return ours.has(organizationId) ? { username } : { refused: "not our user" };
  },
};

createServer(async (request, response) => {
  const route = routes[request.url];
  response.end(JSON.stringify(route ? await route(await json(request)) : {}));
}).listen(3000, () => console.log("http://localhost:3000"));
