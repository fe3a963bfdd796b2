// What people of the demo can ask the legal department for, what they asked for, and what is written on matters and
// contracts.
import { wizardTemplate } from './wizard.ts'

const counsel = 'counsel@harbour.example'
const partner = 'partner@ashfield.example'
const requester = 'requester@harbour.example'

/** The request types of Harbour, by the name of the matter type, or of the contract type, that they make. */
export const requestTypes = [
  {
    title: 'Review a contract',
    help: 'Attach the draft of the other side, and say by when they want an answer.',
    category: 'Contract advice',
    answerWithinDays: 5,
    team: 'Commercial',
  },
  {
    title: 'Question about employment',
    help: 'For managers: references, warnings, working time. Name no names of employees in the title.',
    category: 'Employment',
    answerWithinDays: 3,
  },
  {
    title: 'A new partner',
    help: 'Resellers, distributors, joint ventures. Tell us who they are and what they will do for us.',
    category: 'Partnerships',
    answerWithinDays: 10,
    manager: counsel,
  },
  {
    title: 'Confidentiality agreement (NDA)',
    help: 'For first talks with a partner or supplier, on our own template. It is drafted from your answers.',
    category: 'Contract advice',
    answerWithinDays: 2,
    team: 'Commercial',
    contractType: wizardTemplate,
    selfService: true,
    bounds: [
      { field: 'ndaLaw', atMost: null, oneOf: ['New Zealand', 'Australia'], orEmpty: false },
      { field: 'ndaPenalty', atMost: 50_000, oneOf: null, orEmpty: true },
    ],
  },
] as const

export const requests = [
  {
    by: requester,
    type: 'Review a contract',
    name: 'Review of the terms of Nordlicht Logistik',
    description: 'They want us to sign their general terms by the end of the month. Is that all right?',
    question: [counsel, 'Do they accept our liability cap, or is that still open?'],
    answer: 'Still open: they have asked for double the amount.',
    messages: [[requester, 'Their draft is among the files now.']],
  },
  {
    by: requester,
    type: 'A new partner',
    name: 'Distributor for the Baltics',
    description: 'Baltfood would like to sell our range in Estonia, Latvia and Lithuania.',
    question: [counsel, 'Will they be the only ones who sell there?'],
    messages: [],
  },
] as const

/** Messages on matters, by their external ids: who writes, what, and whom they mention. */
export const conversations = [
  {
    matter: 'DEMO-M2',
    messages: [
      [counsel, 'Lena, which volume do you expect in the first year?', [requester]],
      [requester, 'About 400 tonnes; the plan is in the board paper.', [counsel]],
      [partner, 'Then the exclusivity clause should have a minimum of 300.', []],
    ],
  },
] as const
