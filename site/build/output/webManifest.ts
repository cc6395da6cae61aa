/** What a browser needs to install the site: the manifest (https://www.w3.org/TR/appmanifest/) and its icons. */
import { brand } from '../../brand.ts'
import { TOUCH_ICON, WEB_MANIFEST } from '../../src/app/installable.ts'
import { brandIcon } from '../../src/config/brandFiles.ts'
import type { SiteConfig } from '../../src/config/types.ts'
import { START } from '../../src/offline/list.ts'
import { drawPng } from '../pictures/draw.ts'

const DAY = 0
const NIGHT = 1

/** A mask hides the ground's edge, so the icon that is cut stands on the dark one, which every launcher sets off. */
const ICONS = [
  { address: '/icons/192.png', size: 192, purpose: 'any', svg: brandIcon(brand, DAY, 'rounded') },
  { address: '/icons/512.png', size: 512, purpose: 'any', svg: brandIcon(brand, DAY, 'rounded') },
  {
    address: '/icons/maskable-192.png',
    size: 192,
    purpose: 'maskable',
    svg: brandIcon(brand, NIGHT, 'bleeding'),
  },
  {
    address: '/icons/maskable-512.png',
    size: 512,
    purpose: 'maskable',
    svg: brandIcon(brand, NIGHT, 'bleeding'),
  },
] as const

/** By path below the site. */
export async function webManifestFiles({
  title,
  tagline,
  language,
}: Pick<SiteConfig, 'title' | 'tagline' | 'language'>): Promise<Record<string, string | Uint8Array>> {
  const [surface] = brand.colours.surface
  const manifest = {
    id: '/',
    name: `${title}: ${tagline}`,
    short_name: title,
    description: tagline,
    lang: language,
    start_url: START,
    scope: '/',
    display: 'standalone',
    background_color: surface,
    theme_color: surface,
    categories: ['developer', 'documentation'],
    icons: [
      // Follows the reader's colour scheme, where a launcher draws vectors.
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
      ...ICONS.map(({ address, size, purpose }) => ({
        src: address,
        sizes: `${size}x${size}`,
        type: 'image/png',
        purpose,
      })),
    ],
  }
  const drawn = [...ICONS, { address: TOUCH_ICON, size: 180, svg: brandIcon(brand, DAY, 'bleeding') }].map(
    async ({ address, size, svg }) => [address.slice(1), await drawPng(svg, size)] as const,
  )
  return {
    [WEB_MANIFEST.slice(1)]: `${JSON.stringify(manifest, null, 2)}\n`,
    ...Object.fromEntries(await Promise.all(drawn)),
  }
}
