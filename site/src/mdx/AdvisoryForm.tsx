/** Link to the brand's form for private vulnerability reports. */
import { brand } from '../../brand.ts'

export const AdvisoryForm = () => <a href={brand.links.advisories}>private advisory form</a>
