import { fetchJson } from '../ui/fetchJson.ts'
import { GALLERY_FILE, type GalleryEntry } from './entries.tsx'

/** All examples, as the build lists them. @throws Error when the list cannot be fetched */
export const readGallery = (): Promise<readonly GalleryEntry[]> =>
  fetchJson(GALLERY_FILE, { member: 'length' })
