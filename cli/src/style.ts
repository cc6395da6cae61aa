/** Colours for terminals, nothing for pipes. */
import { styleText } from '#nodeUtil'

export interface Style {
  bold(text: string): string
  dim(text: string): string
  red(text: string): string
  green(text: string): string
  yellow(text: string): string
}

/** @param isOn false leaves every text as it is */
export function createStyle(isOn: boolean): Style {
  const painter = (format: 'bold' | 'dim' | 'red' | 'green' | 'yellow') => (text: string) =>
    isOn ? styleText(format, text) : text
  return {
    bold: painter('bold'),
    dim: painter('dim'),
    red: painter('red'),
    green: painter('green'),
    yellow: painter('yellow'),
  }
}
