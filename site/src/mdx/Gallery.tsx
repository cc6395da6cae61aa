/** All examples of the folder. The island filters and runs them. */
import { galleryEntries } from '../../build/sandbox/galleryEntries.ts'
import { Entry } from '../gallery/entries.tsx'

export function Gallery() {
  return (
    <div data-island="gallery">
      <ul className="gallery">
        {galleryEntries().map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ul>
    </div>
  )
}
