/**
 * The brand: name, mark, colours and links of the site, in one place. To rebrand the site, edit this file.
 * Colours are pairs `[light, dark]`; `src/config/brandFiles.ts` turns them into the stylesheet's tokens and
 * the favicon. Text colours keep 4.5 : 1 on `ground` and on `panel`.
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
    dashboard: 'https://dashboard.keywright.example',
    discussions: 'https://code.keywright.example/keywright/discussions',
    chat: 'https://chat.keywright.example',
  },
  colours: {
    ground: ['#FBFAF7', '#0F1216'],
    panel: ['#F3F0E9', '#171B21'],
    text: ['#161A20', '#E8E5DD'],
    muted: ['#5A606B', '#A3A8B1'],
    brass: ['#8A5A0B', '#E3B75E'],
    verdigris: ['#14695C', '#62C6B2'],
    rust: ['#A3321F', '#FF8A73'],
  },
  /** The mark: a key whose cuts are all equal. Drawn with strokes in the colour of its surroundings. */
  mark: {
    viewBox: '0 0 36 20',
    bow: { cx: 7, cy: 10, r: 5.25 },
    blade: 'M12.25 10H15V6.5H18.5V10H22V6.5H25.5V10H29V6.5H32.5V10H35',
  },
} as const

export type Brand = typeof brand
