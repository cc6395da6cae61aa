import type { ReactNode } from 'react'
import '../src/style.css'

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
