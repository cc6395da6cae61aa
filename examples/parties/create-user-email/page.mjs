const body = JSON.stringify({ email: "alice@example.com" });
const response = await fetch("http://localhost:3000/sign-up", { method: "POST", body });
console.log(await response.json());
