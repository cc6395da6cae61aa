import { messages } from '../config/messages.ts'
import type { FooterColumn, FooterConfig, FooterLink } from '../config/types.ts'
import { ExternalIcon, Mark } from './icons.tsx'

/** The footer in either style: columns with titles, or one row of links separated by dots. */
export function Footer({ footer }: { footer: FooterConfig }) {
  const { links, logo, copyright } = footer
  const columns = links.filter((entry) => 'items' in entry)
  const row = links.filter((entry) => 'label' in entry)
  return (
    <footer className="footer" data-style={footer.style ?? 'light'}>
      <div className="footer-inner">
        {columns.length > 0 ? <Columns columns={columns} /> : <Row links={row} />}
        {(logo || copyright) && (
          <div className="footer-end">
            {logo && (
              <a href={logo.href ?? '/'} aria-label={logo.alt}>
                {logo.src ? <img src={logo.src} alt="" height="28" /> : <Mark />}
              </a>
            )}
            {copyright && <p>{copyright}</p>}
          </div>
        )}
      </div>
    </footer>
  )
}

function Columns({ columns }: { columns: readonly FooterColumn[] }) {
  const { footer } = messages
  return (
    <nav className="footer-columns" aria-label={footer}>
      {columns.map((column) => (
        <div key={column.title}>
          <h2>{column.title}</h2>
          <ul>
            {column.items.map((link) => (
              <li key={link.label}>
                <FooterAnchor link={link} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

function Row({ links }: { links: readonly FooterLink[] }) {
  const { footer } = messages
  if (links.length === 0) return null
  return (
    <nav className="footer-row" aria-label={footer}>
      {links.map((link, index) => (
        <span key={link.label}>
          {index > 0 && (
            <span className="dot" aria-hidden="true">
              ·
            </span>
          )}
          <FooterAnchor link={link} />
        </span>
      ))}
    </nav>
  )
}

function FooterAnchor({ link }: { link: FooterLink }) {
  if (link.to !== undefined) return <a href={link.to}>{link.label}</a>
  return (
    <a href={link.href} rel="external noopener">
      {link.label}
      <ExternalIcon />
    </a>
  )
}
