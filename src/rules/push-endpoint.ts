/**
 * Whether an address can be that of a push service: https on its usual port, a host with a name, no password. Whether
 * the name leads to a public address is checked at each connection.
 */
export function isPushEndpoint(address: string): boolean {
  const url = URL.parse(address);
  return (
    url !== null &&
    url.protocol === "https:" &&
    url.port === "" &&
    url.username === "" &&
    url.password === "" &&
    /\.[a-z][a-z\d-]*$/.test(url.hostname)
  );
}
