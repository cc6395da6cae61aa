/** All elements for authors, with their attributes and values. */
import {
  addressFormats,
  calls,
  entities,
  enums,
  errors,
  facts,
  groups,
  resourceLimits,
} from '@keywright/contract'
import { activityTypeRows } from '@keywright/contract/reference'
import { partyNames } from '@keywright/examples'
import type { Attributes, AuthorElement } from '../shared/authorElement.ts'
import { interactiveElements } from '../widgets/elements/places.tsx'
import { presets } from '../widgets/playground/presets.ts'
import { AdvisoryForm } from './AdvisoryForm.tsx'
import { Example, exampleIds, regionsOf } from './Example.tsx'
import { Card, Cards, Details, Kbd, Steps } from './elements.tsx'
import { Commands, Flags } from './facts/commandTables.tsx'
import {
  ActivityTypes,
  AddressFormats,
  Calls,
  Enum,
  Features,
  Fields,
  StampSchemes,
} from './facts/contractTables.tsx'
import { Errors } from './facts/Errors.tsx'
import { Fact } from './facts/Fact.tsx'
import { Ledger, ledgerParts } from './facts/Ledger.tsx'
import { Bounds, Defaults, Limits, Retentions } from './facts/limitTables.tsx'
import { PolicyFields, PolicyNames, PolicyOperations, policyStructs } from './facts/policyTables.tsx'
import { Threats } from './facts/threatTable.tsx'
import { Gallery } from './Gallery.tsx'
import { Actions, Column, Columns, Opening } from './home/elements.tsx'
import { ModelDrawing } from './home/ModelDrawing.tsx'
import { Transcript } from './home/Transcript.tsx'
import { Install, Starter } from './Install.tsx'
import { Parties } from './Parties.tsx'
import { PolicyPlayground } from './PolicyPlayground.tsx'
import { Program, programLanguages, programRegions } from './Program.tsx'
import { Request } from './RequestTabs.tsx'
import { SampleServer } from './SampleServer.tsx'
import { sdkPages } from './sdkReference/places.ts'
import { SdkReference } from './sdkReference/SdkReference.tsx'
import { Tab, Tabs } from './Tabs.tsx'
import { Tour } from './Tour.tsx'

const text = { required: true } as const
const required = (table: object) => ({ required: true, values: () => Object.keys(table) })
const some = (table: object) => ({ list: true, values: () => Object.keys(table) })

export const authorElements: Readonly<Record<string, AuthorElement>> = {
  Steps: { component: Steps, attributes: {} },
  Tabs: { component: Tabs, attributes: { group: {} } },
  Tab: { component: Tab, attributes: { label: text } },
  Details: { component: Details, attributes: { summary: text } },
  Cards: { component: Cards, attributes: {} },
  Card: { component: Card, attributes: { href: text, title: text } },
  Kbd: { component: Kbd, attributes: {} },
  Fact: { component: Fact, attributes: { of: required(facts) } },
  PolicyPlayground: { component: PolicyPlayground, attributes: { preset: required(presets) } },
  Install: { component: Install, attributes: { of: text } },
  Starter: { component: Starter, attributes: { of: text } },
  AdvisoryForm: { component: AdvisoryForm, attributes: {} },
  Example: {
    component: Example,
    attributes: {
      id: { required: true, values: exampleIds },
      region: { values: ({ id }) => regionsOf(id) },
    },
  },
  Parties: { component: Parties, attributes: { of: { required: true, values: partyNames } } },
  Request: { component: Request, attributes: { of: required(calls) } },
  SampleServer: { component: SampleServer, attributes: {} },
  Program: {
    component: Program,
    attributes: {
      of: { required: true, values: () => programLanguages },
      region: { required: true, values: ({ of }) => [...programRegions(of).keys()] },
    },
  },
  ...interactiveElements,
  Tour: { component: Tour, attributes: {} },
  Transcript: { component: Transcript, attributes: {} },
  Actions: { component: Actions, attributes: {} },
  Opening: { component: Opening, attributes: {} },
  Columns: { component: Columns, attributes: {} },
  Column: {
    component: Column,
    attributes: { title: text, href: {}, marks: { values: () => ['done', 'todo'] } },
  },
  ModelDrawing: { component: ModelDrawing, attributes: {} },
  Gallery: { component: Gallery, attributes: {} },
  Limits: { component: Limits, attributes: { only: some(resourceLimits) } },
  Bounds: { component: Bounds, attributes: {} },
  Defaults: { component: Defaults, attributes: {} },
  Retentions: { component: Retentions, attributes: {} },
  Errors: { component: Errors, attributes: { only: some(errors) } },
  ActivityTypes: {
    component: ActivityTypes,
    attributes: { resource: { values: () => activityTypeRows().map(({ resource }) => resource) } },
  },
  Features: { component: Features, attributes: {} },
  AddressFormats: {
    component: AddressFormats,
    attributes: {
      only: {
        prefix: true,
        values: () => addressFormats.map(({ format }) => format.replace('ADDRESS_FORMAT_', '')),
      },
    },
  },
  StampSchemes: { component: StampSchemes, attributes: {} },
  Fields: {
    component: Fields,
    attributes: {
      of: { required: true, values: ({ part }) => Object.keys(part === undefined ? entities : calls) },
      part: { values: partsOf },
    },
  },
  Enum: { component: Enum, attributes: { of: required(enums) } },
  PolicyFields: {
    component: PolicyFields,
    attributes: { of: { required: true, values: () => policyStructs } },
  },
  PolicyNames: { component: PolicyNames, attributes: {} },
  PolicyOperations: { component: PolicyOperations, attributes: {} },
  SdkReference: { component: SdkReference, attributes: { of: required(sdkPages) } },
  Threats: { component: Threats, attributes: {} },
  Commands: { component: Commands, attributes: {} },
  Flags: { component: Flags, attributes: {} },
  Calls: { component: Calls, attributes: { only: some(calls) } },
  Ledger: {
    component: Ledger,
    attributes: {
      of: { required: true, values: () => ledgerParts },
      group: { values: () => Object.keys(groups) },
    },
  },
}

/** The parts of a call: queries have a request and a response, submits an intent and a result. */
function partsOf({ of }: Attributes): readonly string[] {
  const call = Object.entries(calls).find(([name]) => name === of)?.[1]
  return call?.kind === 'query' ? ['request', 'response'] : ['intent', 'result']
}
