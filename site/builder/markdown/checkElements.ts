/** Checks the elements of a page: names, attributes and literal values. */
import type { Node, Root } from 'mdast'
import type { MdxJsxFlowElement, MdxJsxTextElement } from 'mdast-util-mdx-jsx'
import { SKIP, visit } from 'unist-util-visit'
import { authorElements } from '../../src/mdx/authorElements.ts'
import type { AttributeRule } from '../../src/shared/authorElement.ts'
import type { Reporter } from '../problems.ts'
import { suggestion } from '../suggest.ts'

type Element = MdxJsxFlowElement | MdxJsxTextElement
type Attributes = Readonly<Record<string, string>>

/** Reports and removes invalid elements, so that the rest can be rendered. */
export function checkElements(tree: Root, report: Reporter): void {
  visit(tree, (node: Node, index, parent) => {
    const complaint = complaintAbout(node, report)
    if (complaint === undefined) return undefined
    report.error(complaint, node.position?.start.line)
    ;(parent as Root).children.splice(index!, 1)
    return [SKIP, index!]
  })
}

function complaintAbout(node: Node, report: Reporter): string | undefined {
  switch (node.type) {
    case 'mdxjsEsm':
      return '`import` and `export` are not used in pages'
    case 'mdxFlowExpression':
    case 'mdxTextExpression':
      return '`{…}` expressions are not used in pages; put braces into code or escape them with a backslash'
    case 'html':
      return 'HTML is not used in pages'
    case 'mdxJsxFlowElement':
    case 'mdxJsxTextElement':
      return complaintAboutElement(node as Element, report)
    default:
      return undefined
  }
}

function complaintAboutElement(element: Element, report: Reporter): string | undefined {
  const { name } = element
  const rules = name !== null && Object.hasOwn(authorElements, name) ? authorElements[name] : undefined
  if (rules === undefined) {
    return `unknown component \`<${name ?? ''}>\`${suggestion(name ?? '', Object.keys(authorElements))}`
  }
  const line = element.position?.start.line
  const attributes = readAttributes(element, report)
  for (const [attribute, value] of Object.entries(attributes)) {
    const rule = rules.attributes[attribute]
    if (rule === undefined) {
      const near = suggestion(attribute, Object.keys(rules.attributes))
      report.error(`\`<${name}>\` has no attribute \`${attribute}\`${near}`, line)
    } else {
      const wrong = wrongValue(value, rule, attributes)
      if (wrong !== undefined) return `\`<${name} ${attribute}>\`: unknown value ${wrong}`
    }
  }
  const missing = Object.keys(rules.attributes).filter(
    (attribute) => rules.attributes[attribute]!.required && attributes[attribute] === undefined,
  )
  return missing.length > 0
    ? `\`<${name}>\` needs ${missing.map((one) => `\`${one}\``).join(', ')}`
    : undefined
}

function readAttributes(element: Element, report: Reporter): Record<string, string> {
  const attributes: Record<string, string> = {}
  for (const attribute of element.attributes) {
    if (attribute.type !== 'mdxJsxAttribute' || typeof attribute.value === 'object') {
      report.error(`\`<${element.name}>\`: attributes must be quoted strings`, element.position?.start.line)
    }
    if (attribute.type === 'mdxJsxAttribute') {
      attributes[attribute.name] = typeof attribute.value === 'string' ? attribute.value : ''
    }
  }
  element.attributes = Object.entries(attributes).map(([name, value]) => ({
    type: 'mdxJsxAttribute',
    name,
    value,
  }))
  return attributes
}

/** The first invalid value in quotes, or undefined. */
function wrongValue(value: string, rule: AttributeRule, attributes: Attributes): string | undefined {
  const known = rule.values?.(attributes)
  if (known === undefined) return undefined
  const items = rule.list ? value.split(',').map((one) => one.trim()) : [value]
  const wrong = items.find((item) =>
    rule.prefix ? !known.some((one) => one.startsWith(item)) : !known.includes(item),
  )
  return wrong === undefined ? undefined : `\`${wrong}\`${suggestion(wrong, known)}`
}
