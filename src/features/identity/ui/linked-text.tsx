/** Addresses of our own in a sentence of the server's. */
const address = /(https?:\/\/\S+)/;

/** A sentence of the server's with its addresses as links. */
export function LinkedText({ children }: { children: string }) {
  return children.split(address).map((part, index) =>
    // Every second part is an address.
    index % 2 === 0 ? (
      part
    ) : (
      <a key={part} className="link wrap-anywhere" href={part}>
        {part}
      </a>
    ),
  );
}
