import { GALLERY_FILE, type GalleryEntry } from './entries.tsx'

/** All examples, as the build lists them. @throws Error when the list cannot be fetched */
export async function readGallery(): Promise<readonly GalleryEntry[]> {
  const answer = await fetch(GALLERY_FILE)
  if (!answer.ok) throw new Error(`${GALLERY_FILE} answered ${answer.status}`)
  return answer.json()
}
