import { brand } from './brand.ts'
import { defineSite } from './src/config/types.ts'

/** The configuration of this site. Name, colors and addresses come from `brand.ts`. */
export default defineSite({
  title: brand.name,
  tagline: brand.tagline,
  url: brand.url,
  titleDelimiter: '|',
  language: 'en',
  editUrl: brand.links.edit,
  colorMode: { defaultMode: 'light', disableSwitch: false, respectPrefersColorScheme: true },
  navbar: {
    title: brand.name,
    logo: { alt: `${brand.name} home`, href: '/' },
    hideOnScroll: false,
    items: [
      { type: 'docSidebar', sidebarId: 'documentation', label: 'Documentation', position: 'left' },
      { type: 'doc', docId: 'getting-started/quickstart', label: 'Quickstart', position: 'left' },
      { type: 'docSidebar', sidebarId: 'solutions', label: 'Solutions', position: 'left' },
      { type: 'docSidebar', sidebarId: 'sdks', label: 'SDK Reference', position: 'left' },
      { type: 'link', to: '/api/', label: 'API Reference', position: 'left' },
      { type: 'link', to: '/changelog', label: 'Changelog', position: 'left' },
      { type: 'search', position: 'right' },
      { type: 'link', href: brand.links.repository, label: 'Code', position: 'right' },
      { type: 'link', href: brand.links.dashboard, label: 'Dashboard', position: 'right' },
    ],
  },
  footer: {
    style: 'light',
    links: [
      {
        title: 'Guides',
        items: [
          { label: 'Quickstart', to: '/getting-started/quickstart' },
          { label: 'Embedded wallets', to: '/embedded-wallets/overview' },
          { label: 'Signing automation', to: '/signing-automation/overview' },
          { label: 'Policies', to: '/concepts/policies/overview' },
        ],
      },
      {
        title: 'Social',
        items: [
          { label: 'Code', href: brand.links.repository },
          { label: 'Discussions', href: brand.links.discussions },
        ],
      },
      {
        title: 'More',
        items: [
          { label: 'Changelog', to: '/changelog' },
          { label: 'FAQ', to: '/faq' },
          { label: 'Report a vulnerability', to: '/security/reporting-a-vulnerability' },
        ],
      },
    ],
    logo: { alt: brand.name, href: '/' },
    copyright: brand.copyright,
  },
  glossary: {
    href: '/category/concepts#glossary',
    terms: [
      { written: /(?<=\b[Cc]lients of the )protocol\b|\bprotocol constants?\b/ },
      { written: /\b[Cc]redentials?\b(?! (?:bundles?|ids?)\b)/, home: '/concepts/users/credentials' },
      { written: /\b[Pp]olic(?:y|ies)\b(?! (?:engine|language)\b)/, home: '/concepts/policies/' },
      { written: /\b(?:[Cc]redential |[Ee]xport |[Ii]mport |[Rr]ecovery )?[Bb]undles?\b/ },
      { written: /\b[Tt]arget keys?\b(?! pair)/ },
      { written: /(?<=\b[Aa] )port(?= (?:of yours|of its host|that its host))/ },
      { written: /^TK$|_TK_/ },
    ],
  },
  docs: {
    versionPersistence: 'localStorage',
    versions: [{ name: 'current', label: 'Current', path: '' }],
  },
  locales: [{ code: 'en', label: 'English', href: '/' }],
  search: {
    searchPagePath: false,
    contextualSearch: true,
    suggestions: ['quickstart', 'create a wallet', 'policy language'],
  },
})
