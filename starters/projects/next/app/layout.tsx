import type { ReactNode } from 'react'
import '../src/style.css'

// A page that the build renders has no nonce.
export const dynamic = 'force-dynamic'
export const metadata = { title: 'Wallet' }

export default function Layout({ children }: { readonly children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <main>{children}</main>
      </body>
    </html>
  )
}
