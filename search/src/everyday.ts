/**
 * Everyday words: them around what they ask, in stories above all. Pages may have them as well, and seldom,
 * which must not make them what a question is about; and it is no sign of a question without an answer that do not.
 */
import { normalize } from './tokenize.ts'

const WORDS = `
able above absolutely accept accidentally across act actual add afternoon afterwards age ago ahead alone along already alright although among amount
anyhow anyways apart apparently appear appreciate apologies approach area aside ask asked asking asks aware awful bad badly based basic basically
begin believe belong best better big bit boss bought bring brings bunch busy buy care case cases cause certainly chance choose clear clearly close
closer colleagues come comes coming common company completely concern confused confusing consider correct correctly couple course currently dad daily
dear decide decided deal definitely depend depends design despite die directly easily easy effect eight eighth else's enough entire especially etc
evening eventually everybody everyone everything everywhere exact except expect expected experience explained explanation extra eye face fact fail
fails fair fairly family far fast feel feels few figure fine finish finished five follow following forget former forward four free frequently friday
friend friendly friends full fully fun funny further future general generally glad got grateful great grow guess guide guy guys half hand hands happy
hard hate hear heard heart hello helped helpful helps herself hi hoping hope house however huge hundred idea ideas imagine immediately important
impossible inside instead interested interesting internet issue issues it's join kindly knew knowledge known lack large last lately later latest lead
learn learning least leave left less lets life likely little live lives living look looks lot lots love lovely luck main mainly major man mate matter
meanwhile meet meeting men mentioned middle million mind mine missing mom moment monday money months morning mostly nearly necessary neither nearby
next nice night nine nobody none normal normally note nothing notice obvious obviously odd office often okay old ones online opinion opposite ordinary
original otherwise outside own part parts past perfect perhaps personal pick piece place places plain play please plenty point points poor possibility
possibly prefer pretty previous previously probably problem problems proper properly provide provided purpose quality question questions quick quickly
quiet quite random rarely rather reach reached ready real reality realise realize reason reasons recent recently recommend recommended regarding
regards related remain remember requirement resigned rest result results road room running sadly safe safely saturday saw school seek seen sense
sentence separate serious seven several short shortly show showed shown similar simple simply single sit situation six size slightly slow slowly small
smaller smart soon sorry sort sound sounds speak special specific specifically spend starts stay stopped stops story straight strange stuff stupid
suddenly suggest suggestion sunday suppose supposed surely surprise surprised talk team tell ten tend thats theirs theory therefore thinking third
thought thousand three thursday till times tiny today together told tomorrow tonight top topic total totally toward towards trouble truly tuesday turn
turned turns twice two typical typically understand understanding understood unfortunately unless unlike unsure usual usually various visit waiting
walk warm wednesday weekend weird welcome whatever whenever wherever whichever whoever wife willing wish woman women wonder wondering worry worse
worst worth writing written yesterday young yours yourself zero
`

const everyday = new Set(
  WORDS.split(/\s+/)
    .filter(Boolean)
    .map((word) => normalize(word)),
)

export const isEveryday = (term: string): boolean => everyday.has(term)
