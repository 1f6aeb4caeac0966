export default function Home() {
  return <h1>Where fragments echo, and visions take form.</h1>;
}
