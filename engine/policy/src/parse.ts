/**
 * Text → syntax tree, by recursive descent.
 *
 *     expr    := or
 *     or      := and ( "||" and )*
 *     and     := cmp ( "&&" cmp )*
 *     cmp     := postfix ( ( "==" | "!=" | "<" | ">" | "<=" | ">=" | "in" ) postfix )?
 *     postfix := primary ( "." name | "." fn "(" args ")" | "[" expr "]" | "[" expr ".." expr "]" )*
 *     primary := "true" | "false" | integer | string | list | name | function "(" args ")" | "(" expr ")"
 */
import {
  CALLABLE_FUNCTIONS,
  type CallableFunction,
  type ComparisonOperator,
  type Expression,
  type QuantifierFunction,
} from './ast.ts'
import { joinSpans, PolicyError, type Span } from './error.ts'
import { MAX_DEPTH } from './limits.ts'
import { suggestWord } from './suggest.ts'
import { abbreviate, type Mark, type Token, tokenize } from './token.ts'

export const FUNCTIONS = ['all', 'any', 'contains', 'count', 'filter'] as const
const COMPARISONS = new Set(['==', '!=', '<', '>', '<=', '>=', 'in'])
const RESERVED = new Set(['true', 'false', 'in'])

/** Operators of other languages that are words. */
const WORD_OPERATORS: Record<string, string> = {
  and: 'write `&&`',
  AND: 'write `&&`',
  or: 'write `||`',
  OR: 'write `||`',
  not: 'negation is not supported: write `!=`, or `== false`',
  is: 'write `==`',
}

/**
 * Parses one expression.
 *
 * @throws PolicyError at the first syntax error; also for text longer than `MAX_TEXT_LENGTH` or nested deeper than
 *   `MAX_DEPTH`, so that no input overflows the stack
 */
export function parseExpression(text: string): Expression {
  const parser = new Parser(tokenize(text))
  return parser.parseWhole()
}

class Parser {
  readonly #tokens: readonly Token[]
  /** Height of each created node; bounds the recursion of later stages. */
  readonly #heights = new WeakMap<Expression, number>()
  #next = 0
  #nesting = 0

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }

  parseWhole(): Expression {
    if (this.#peek().kind === 'end') {
      throw new PolicyError(
        'EMPTY',
        'the expression is empty',
        this.#peek().span,
        'write `true`, or leave it out',
      )
    }
    const expression = this.#parseOr()
    if (this.#peek().kind !== 'end') throw this.#unexpected('an operator or the end')
    return expression
  }

  #parseOr(): Expression {
    return this.#parseChain('||', 'or', () => this.#parseAnd())
  }

  #parseAnd(): Expression {
    return this.#parseChain('&&', 'and', () => this.#parseComparison())
  }

  #parseChain(symbol: '&&' | '||', kind: 'and' | 'or', parseClause: () => Expression): Expression {
    const first = parseClause()
    if (!this.#isSymbol(symbol)) return first
    const clauses = [first]
    while (this.#takeSymbol(symbol)) clauses.push(parseClause())
    const span = joinSpans(first.span, clauses.at(-1)!.span)
    return this.#make({ kind, clauses: Object.freeze(clauses), span }, clauses)
  }

  #parseComparison(): Expression {
    const left = this.#parsePostfix()
    const operator = this.#takeComparison()
    if (!operator) return left
    const right = this.#parsePostfix()
    const chained = this.#peekComparison()
    if (chained) {
      throw new PolicyError(
        'UNEXPECTED_TOKEN',
        `comparisons do not chain: unexpected \`${chained}\``,
        this.#peek().span,
        'join two comparisons with `&&`',
      )
    }
    const span = joinSpans(left.span, right.span)
    return this.#make({ kind: 'comparison', operator, left, right, span }, [left, right])
  }

  #parsePostfix(): Expression {
    let expression = this.#parsePrimary()
    for (;;) {
      if (this.#takeSymbol('.')) expression = this.#parseMember(expression)
      else if (this.#takeSymbol('[')) expression = this.#parseBrackets(expression)
      else if (this.#isSymbol('(')) throw this.#callOf(expression)
      else return expression
    }
  }

  #parseMember(object: Expression): Expression {
    const token = this.#peek()
    if (token.kind !== 'word') throw this.#unexpected('a field or a function after `.`')
    this.#next++
    const isCall = this.#isSymbol('(')
    if (token.text === 'count') return this.#parseCount(object, token, isCall)
    if (!isCall) {
      const span = joinSpans(object.span, token.span)
      return this.#make({ kind: 'field', object, name: token.text, nameSpan: token.span, span }, [object])
    }
    switch (token.text) {
      case 'all':
      case 'any':
      case 'filter':
        return this.#parseQuantifier(object, token.text)
      case 'contains':
        return this.#parseContains(object)
      default:
        throw new PolicyError(
          'UNKNOWN_FUNCTION',
          `unknown function \`${abbreviate(token.text)}\``,
          token.span,
          suggestWord(token.text, FUNCTIONS),
        )
    }
  }

  /** Some public examples write `.count` without parentheses; both spellings are accepted. */
  #parseCount(list: Expression, name: Token, isCall: boolean): Expression {
    let last = name.span
    if (isCall) {
      this.#next++
      last = this.#expectSymbol(')', '`count` takes no argument: expected `)`')
    }
    return this.#make({ kind: 'count', list, span: joinSpans(list.span, last) }, [list])
  }

  #parseQuantifier(list: Expression, fn: QuantifierFunction): Expression {
    this.#next++
    const variable = this.#peek()
    if (variable.kind !== 'word' || RESERVED.has(variable.text)) {
      throw this.#unexpected(`a variable name, as in \`${fn}(x, ...)\``)
    }
    this.#next++
    this.#expectSymbol(',', `\`${fn}\` takes a variable and an expression: expected \`,\``)
    const body = this.#nested(() => this.#parseOr())
    const last = this.#expectSymbol(')')
    return this.#make(
      {
        kind: 'quantifier',
        fn,
        list,
        variable: variable.text,
        variableSpan: variable.span,
        body,
        span: joinSpans(list.span, last),
      },
      [list, body],
    )
  }

  #parseContains(list: Expression): Expression {
    this.#next++
    const item = this.#nested(() => this.#parseOr())
    const last = this.#expectSymbol(')', '`contains` takes one argument: expected `)`')
    return this.#make({ kind: 'contains', list, item, span: joinSpans(list.span, last) }, [list, item])
  }

  #parseBrackets(object: Expression): Expression {
    const from = this.#nested(() => this.#parseOr())
    if (this.#takeSymbol('..')) {
      const to = this.#nested(() => this.#parseOr())
      const last = this.#expectSymbol(']')
      return this.#make({ kind: 'slice', object, from, to, span: joinSpans(object.span, last) }, [
        object,
        from,
        to,
      ])
    }
    const last = this.#expectSymbol(']')
    return this.#make({ kind: 'index', object, index: from, span: joinSpans(object.span, last) }, [
      object,
      from,
    ])
  }

  #parsePrimary(): Expression {
    const token = this.#peek()
    switch (token.kind) {
      case 'integer':
      case 'string':
        this.#next++
        return this.#make(
          token.kind === 'integer'
            ? { kind: 'integer', value: token.value, span: token.span }
            : { kind: 'string', value: token.value, span: token.span },
          [],
        )
      case 'word':
        return this.#parseWord(token)
      case 'symbol':
        if (token.text === '(') return this.#parseParentheses()
        if (token.text === '[') return this.#parseList()
    }
    throw this.#unexpected('a value')
  }

  #parseWord(token: Token): Expression {
    if (token.text === 'in') throw this.#unexpected('a value')
    this.#next++
    if (token.text === 'true' || token.text === 'false') {
      return this.#make({ kind: 'boolean', value: token.text === 'true', span: token.span }, [])
    }
    if (this.#isSymbol('(') && isCallable(token.text)) return this.#parseCall(token.text, token.span)
    return this.#make({ kind: 'name', name: token.text, span: token.span }, [])
  }

  #parseCall(fn: CallableFunction, first: Span): Expression {
    this.#next++
    const args: Expression[] = []
    if (!this.#isSymbol(')')) {
      do args.push(this.#nested(() => this.#parseOr()))
      while (this.#takeSymbol(','))
    }
    const last = this.#expectSymbol(')', 'expected `,` or `)`')
    return this.#make({ kind: 'call', fn, args: Object.freeze(args), span: joinSpans(first, last) }, args)
  }

  #parseParentheses(): Expression {
    this.#next++
    const inner = this.#nested(() => this.#parseOr())
    this.#expectSymbol(')')
    return inner
  }

  #parseList(): Expression {
    const first = this.#peek().span
    this.#next++
    const items: Expression[] = []
    if (!this.#isSymbol(']')) {
      do items.push(this.#nested(() => this.#parseOr()))
      while (this.#takeSymbol(','))
    }
    const last = this.#expectSymbol(']', 'expected `,` or `]`')
    return this.#make({ kind: 'list', items: Object.freeze(items), span: joinSpans(first, last) }, items)
  }

  #nested(parse: () => Expression): Expression {
    if (++this.#nesting > MAX_DEPTH) throw tooDeep(this.#peek().span)
    const expression = parse()
    this.#nesting--
    return expression
  }

  #make<T extends Expression>(node: T, children: readonly Expression[]): T {
    const height = 1 + children.reduce((highest, child) => Math.max(highest, this.#heights.get(child)!), 0)
    if (height > MAX_DEPTH) throw tooDeep(node.span)
    this.#heights.set(node, height)
    return Object.freeze(node)
  }

  #peek(): Token {
    return this.#tokens[this.#next]!
  }

  #isSymbol(symbol: Mark): boolean {
    const token = this.#peek()
    return token.kind === 'symbol' && token.text === symbol
  }

  #takeSymbol(symbol: Mark): boolean {
    if (!this.#isSymbol(symbol)) return false
    this.#next++
    return true
  }

  #expectSymbol(symbol: Mark, instead = `expected \`${symbol}\``): Span {
    const token = this.#peek()
    if (!this.#takeSymbol(symbol)) {
      throw new PolicyError(
        'UNEXPECTED_TOKEN',
        `${instead}, found ${describe(token)}`,
        token.span,
        this.#hint(),
      )
    }
    return token.span
  }

  #peekComparison(): ComparisonOperator | undefined {
    const token = this.#peek()
    const isOperator = (token.kind === 'symbol' || token.kind === 'word') && COMPARISONS.has(token.text)
    return isOperator ? (token.text as ComparisonOperator) : undefined
  }

  #takeComparison(): ComparisonOperator | undefined {
    const operator = this.#peekComparison()
    if (operator) this.#next++
    return operator
  }

  #unexpected(expected: string): PolicyError {
    const token = this.#peek()
    return new PolicyError(
      'UNEXPECTED_TOKEN',
      `expected ${expected}, found ${describe(token)}`,
      token.span,
      this.#hint(),
    )
  }

  /** The parser stops at `and` in `true and true`, but after `not` in `not true`. */
  #hint(): string | undefined {
    for (const token of [this.#peek(), this.#tokens[this.#next - 1]]) {
      if (token?.kind === 'word' && Object.hasOwn(WORD_OPERATORS, token.text))
        return WORD_OPERATORS[token.text]
    }
    return undefined
  }

  #callOf(expression: Expression): PolicyError {
    const called = expression.kind === 'name' ? `\`${abbreviate(expression.name)}\`` : 'this'
    return new PolicyError(
      'UNKNOWN_FUNCTION',
      `${called} is not a function`,
      this.#peek().span,
      'functions follow a list: `list.count()`',
    )
  }
}

const isCallable = (name: string): name is CallableFunction =>
  (CALLABLE_FUNCTIONS as readonly string[]).includes(name)

function tooDeep(span: Span): PolicyError {
  return new PolicyError(
    'TOO_DEEP',
    `the expression is nested deeper than ${MAX_DEPTH} levels`,
    span,
    'split it into several policies',
  )
}

function describe(token: Token): string {
  return token.kind === 'end' ? 'the end' : `\`${abbreviate(token.text)}\``
}
