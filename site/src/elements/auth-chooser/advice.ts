/** Three answers → where to start, and how people sign in, recover and stay signed in, with the reason for each. */

export const QUESTIONS = {
  builds: {
    label: 'I build',
    options: [
      ['consumer', 'an app whose users own wallets'],
      ['treasury', 'a treasury that several people approve'],
      ['bot', 'a service that signs by itself'],
    ],
  },
  has: {
    label: 'The people who sign have',
    options: [
      ['passkey', 'a device with passkeys'],
      ['email', 'an email address, on any device'],
      ['provider', 'an account at an identity provider'],
    ],
  },
  signs: {
    label: 'They sign',
    options: [
      ['seldom', 'now and then'],
      ['often', 'many times in a row'],
      ['reads', 'seldom, and mostly look'],
    ],
  },
} as const

type Questions = typeof QUESTIONS
export type Answers = { readonly [Q in keyof Questions]: Questions[Q]['options'][number][0] }

export interface Advice {
  readonly title: string
  readonly choice: string
  readonly reason: string
  readonly href: string
}

export const FIRST: Answers = { builds: 'consumer', has: 'passkey', signs: 'seldom' }

export function adviseOn(answers: Answers): readonly Advice[] {
  return [startFor(answers), signInFor(answers), recoveryFor(answers), sessionFor(answers)].map(
    (advice, n) => ({
      title: ['Start page', 'Sign-in', 'Recovery', 'Session'][n]!,
      ...advice,
    }),
  )
}

type Part = Omit<Advice, 'title'>

function startFor({ builds }: Answers): Part {
  if (builds === 'consumer') {
    return {
      choice: 'Embedded wallets',
      reason: 'Each user gets a sub-organization of their own; you can read it and cannot sign in it.',
      href: '/embedded-wallets/overview',
    }
  }
  if (builds === 'treasury') {
    return {
      choice: 'Root quorum and policies',
      reason: 'Nobody moves funds alone: the quorum sets policies, and policies say who must approve what.',
      href: '/concepts/users/root-quorum',
    }
  }
  return {
    choice: 'Signing automation',
    reason: 'A user with an API key signs what its policy allows, and nothing else.',
    href: '/signing-automation/overview',
  }
}

function signInFor({ builds, has }: Answers): Part {
  if (builds === 'bot') {
    return {
      choice: 'API key',
      reason:
        'A program cannot answer a prompt. Its key signs each request; a policy bounds what it may sign.',
      href: '/concepts/users/credentials',
    }
  }
  if (has === 'passkey') {
    return {
      choice: 'Passkey',
      reason:
        'It is bound to your domain, so that a copy of your site gets nothing, and it never leaves the device.',
      href: '/passkeys/introduction',
    }
  }
  if (has === 'provider') {
    return {
      choice: 'OpenID Connect',
      reason: 'Nothing new to set up. The provider, or who controls it, can sign in as each of its people.',
      href: '/features/oauth',
    }
  }
  return {
    choice: 'Email or a code',
    reason:
      'Works on any device. Whoever reads the inbox can sign in, so offer a passkey after the first time.',
    href: '/features/email-auth',
  }
}

function recoveryFor({ builds, has }: Answers): Part {
  if (builds === 'treasury') {
    return {
      choice: 'More members than the threshold',
      reason: 'With two of three, one lost key locks nobody out, and one stolen key opens nothing.',
      href: '/concepts/users/root-quorum',
    }
  }
  if (builds === 'bot') {
    return {
      choice: 'Another credential revokes the key',
      reason: 'The keys of the wallets are not in the API key: delete it, and register another.',
      href: '/concepts/users/credentials',
    }
  }
  if (has === 'passkey') {
    return {
      choice: 'A second passkey, and email recovery',
      reason: 'A lost device is the common loss. A passkey on another one brings the user back without you.',
      href: '/features/email-recovery',
    }
  }
  return {
    choice: 'A passkey beside it',
    reason: 'An account that is closed elsewhere must not be the only way in.',
    href: '/embedded-wallets/code-examples/add-credential',
  }
}

function sessionFor({ builds, signs }: Answers): Part {
  if (builds === 'bot') {
    return {
      choice: 'None',
      reason: 'Each request carries its own stamp. An expiring key is there for jobs that end.',
      href: '/concepts/users/credentials',
    }
  }
  if (signs === 'often') {
    return {
      choice: 'Read-write session',
      reason:
        'One prompt makes a key that signs until it expires. It can do what the user can, so keep it short.',
      href: '/features/sessions',
    }
  }
  if (signs === 'reads') {
    return {
      choice: 'Read-only session',
      reason: 'Pages load without a prompt, and what leaks can read, and sign nothing.',
      href: '/features/sessions',
    }
  }
  return {
    choice: 'None: a prompt for each signature',
    reason: 'The person sees and agrees to each one, and there is no key that could leak.',
    href: '/features/sessions',
  }
}

/** Unknown answers are as at first. */
export function readAnswers(choices: Readonly<Record<string, string>> | undefined): Answers {
  const entries = Object.entries(QUESTIONS).map(([name, { options }]) => {
    const known = options.some(([value]) => value === choices?.[name])
    return [name, known ? choices![name] : FIRST[name as keyof Answers]]
  })
  return Object.fromEntries(entries) as Answers
}
