/**
 * The brand: name, mark, colors and links of the site. To rebrand the site, edit this file. Colors are pairs
 * `[light, dark]`, named by purpose. `src/config/brandFiles.ts` converts them to the style sheet's tokens and the favicon.
 * Text colors have a contrast of at least 4.5:1 on `surface` and `panel`.
 */
export const brand = {
  name: 'Keywright',
  tagline: 'Programmatic key management',
  copyright: 'Copyright © 2024 Keywright contributors.',
  /** Origin of the site, for canonical links and the sitemap. */
  url: 'https://docs.keywright.example',
  /** Whether the packages are in the npm registry. Determines the installation instructions on pages and in READMEs. */
  isPublished: false as boolean,
  links: {
    repository: 'https://code.keywright.example/keywright',
    edit: 'https://code.keywright.example/keywright/edit/main',
    issues: 'https://code.keywright.example/keywright/issues',
    /** Form for private vulnerability reports. */
    advisories: 'https://code.keywright.example/keywright/security/advisories/new',
    /** The console of the reader's own `keywright dev`, because no dashboard is hosted. */
    dashboard: 'http://127.0.0.1:8787/dev',
    discussions: 'https://code.keywright.example/keywright/discussions',
  },
  colors: {
    /** Page background: paper, ink. */
    surface: ['#FBFAF7', '#0F1216'],
    /** Code, cards, the console. */
    panel: ['#F3F0E9', '#171B21'],
    text: ['#161A20', '#E8E5DD'],
    /** Captions and inactive items. */
    muted: ['#5A606B', '#A3A8B1'],
    /** Links, focus, active and signed items: brass. */
    accent: ['#8A5A0B', '#E3B75E'],
    /** Verified, allowed, done: verdigris. */
    success: ['#14695C', '#62C6B2'],
    /** Denied, failed, dangerous: rust. */
    danger: ['#A3321F', '#FF8A73'],
  },
  /** The mark: a key with equal cuts, stroked in the current color. */
  mark: {
    viewBox: '0 0 36 20',
    bow: { cx: 7, cy: 10, r: 5.25 },
    blade: 'M12.25 10H15V6.5H18.5V10H22V6.5H25.5V10H29V6.5H32.5V10H35',
  },
} as const

export type Brand = typeof brand
