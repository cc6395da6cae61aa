/**
 * The brand: name, mark, colors and links of the site, in one place. To rebrand the site, edit this file.
 * Colors are pairs `[light, dark]`, named by what they are for; `src/config/brandFiles.ts` turns them into the style
 * sheet's tokens and the favicon. Text colors keep 4.5 : 1 on `surface` and on `panel`.
 */
export const brand = {
  name: 'Keywright',
  tagline: 'Programmatic key management',
  copyright: 'Copyright © 2024 Keywright contributors.',
  /** Where the site is served; canonical links and the sitemap begin with it. */
  url: 'https://docs.keywright.example',
  /** Whether the packages stand in npm's registry. Pages say by it how to install them; the READMEs are held to it. */
  isPublished: false as boolean,
  links: {
    repository: 'https://code.keywright.example/keywright',
    edit: 'https://code.keywright.example/keywright/edit/main',
    issues: 'https://code.keywright.example/keywright/issues',
    /** Where vulnerabilities are reported in private. */
    advisories: 'https://code.keywright.example/keywright/security/advisories/new',
    /** No dashboard is hosted: this is the console of the reader's own `keywright dev`. */
    dashboard: 'http://127.0.0.1:8787/dev',
    discussions: 'https://code.keywright.example/keywright/discussions',
  },
  colors: {
    /** The page: paper, ink. */
    surface: ['#FBFAF7', '#0F1216'],
    /** Code, cards, the console. */
    panel: ['#F3F0E9', '#171B21'],
    text: ['#161A20', '#E8E5DD'],
    /** Captions, what is inactive. */
    muted: ['#5A606B', '#A3A8B1'],
    /** Links, focus, what is active or signed: brass. */
    accent: ['#8A5A0B', '#E3B75E'],
    /** Verified, allowed, done: verdigris. */
    success: ['#14695C', '#62C6B2'],
    /** Denied, failed, dangerous: rust. */
    danger: ['#A3321F', '#FF8A73'],
  },
  /** The mark: a key whose cuts are all equal. Drawn with strokes in the color of its surroundings. */
  mark: {
    viewBox: '0 0 36 20',
    bow: { cx: 7, cy: 10, r: 5.25 },
    blade: 'M12.25 10H15V6.5H18.5V10H22V6.5H25.5V10H29V6.5H32.5V10H35',
  },
} as const

export type Brand = typeof brand
