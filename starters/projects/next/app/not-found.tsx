/** The page of Next.js has inline styles, which the content security policy blocks. */
export default function NotFound() {
  return (
    <p>
      This page doesn't exist. <a href="/">Open your wallet.</a>
    </p>
  )
}
