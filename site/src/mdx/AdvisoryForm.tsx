/** The link to the form for private reports, whose address is the brand's. */
import { brand } from '../../brand.ts'

export const AdvisoryForm = () => <a href={brand.links.advisories}>private advisory form</a>
