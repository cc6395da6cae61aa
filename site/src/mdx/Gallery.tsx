/** All examples of the folder. The island filters and runs them. */

import { Entry } from '../widgets/gallery/entries.tsx'
import { galleryEntries } from '../widgets/gallery/galleryEntries.ts'

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
