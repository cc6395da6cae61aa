/** Splits the JSON text of an object while it arrives: into the values of its members, and arrays into their elements. */

export interface MemberReader {
  /**
   * @returns what ends in this piece: the member's name, and the JSON text of its value or of one element
   * @throws Error if the text is not an object, or if a value is too long. The values themselves aren't checked.
   */
  read(piece: string): [name: string, text: string][]
  /** Whether the object has ended, followed only by white space. */
  isOver(): boolean
}

/** Upper bound of one value, far more than a row. */
const MAX_CHARACTERS = 16 * 1024 * 1024
/** Far more than a row has. */
const MAX_DEPTH = 1_000

const [QUOTE, BACKSLASH, COMMA, COLON, OBJECT, OBJECT_END, LIST, LIST_END] = Array.from(
  '"\\,:{}[]',
  (character) => character.charCodeAt(0),
)

export function createMemberReader(): MemberReader {
  /** From the start of the current value, and how much of it was read. */
  let text = ''
  let position = 0
  let depth = 0
  let isInString = false
  let isInList = false
  let hasBegun = false
  let name = ''

  return {
    read(piece) {
      text += piece
      const found: [string, string][] = []
      let start = 0
      const take = () => {
        const taken = text.slice(start, position).trim()
        start = position + 1
        return taken
      }
      const takeValue = () => {
        const value = take()
        if (value !== '') found.push([name, value])
      }
      for (; position < text.length; position++) {
        const code = text.charCodeAt(position)
        if (isInString) {
          if (code === BACKSLASH) position++
          else if (code === QUOTE) isInString = false
        } else if (code === QUOTE) isInString = true
        else if (code === OBJECT || code === LIST) {
          if (depth === 0) {
            expect(code === OBJECT && !hasBegun && take() === '')
            hasBegun = true
          } else if (depth === 1 && code === LIST) {
            expect(take() === '')
            isInList = true
          }
          depth++
          expect(depth <= MAX_DEPTH)
        } else if (code === OBJECT_END || code === LIST_END) {
          depth--
          if (depth === 1 && isInList) {
            expect(code === LIST_END)
            takeValue()
            isInList = false
          } else if (depth === 0) {
            expect(code === OBJECT_END)
            takeValue()
          }
        } else if (code === COMMA && (depth === 1 || (depth === 2 && isInList))) takeValue()
        else if (code === COLON && depth === 1) name = JSON.parse(take()) as string
      }
      text = text.slice(start)
      position -= start
      if (text.length > MAX_CHARACTERS) throw new Error('a value is too long')
      return found
    },
    isOver: () => hasBegun && depth === 0 && text.trim() === '',
  }
}

function expect(isSound: boolean): void {
  if (!isSound) throw new Error('not a JSON object')
}
