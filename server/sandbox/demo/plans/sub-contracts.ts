// The demo's contracts that have a parent, as data: a statement of work and amendments.
import { services } from '../documents/agreement.ts'
import { type DemoContract, harbour } from './core-records.ts'

export const subContracts: readonly DemoContract[] = [
  {
    organisation: harbour,
    externalId: 'DEMO-S1',
    name: 'Statement of work 1 for Tasman Foods',
    template: 'Services to a customer',
    parent: 'DEMO-2',
    by: 'counsel@harbour.example',
    stages: ['Approval', 'Signing', 'Executed'],
    since: 95,
    agreement: services(['Tasman Foods Ltd', 'Harbour Ltd'], '16 February 2026'),
    format: 'docx',
    expiry: '2029-02-15T17:00:00',
  },
  ...['first', 'second'].map(
    (place, index): DemoContract => ({
      organisation: harbour,
      externalId: `DEMO-A${1 + index}`,
      name: `Services for Tasman Foods, ${place} amendment`,
      template: 'Amendment',
      parent: 'DEMO-2',
      by: 'counsel@harbour.example',
      stages: index === 0 ? ['Signing', 'Executed'] : ['Negotiating'],
      since: index === 0 ? 45 : 12,
      agreement: services(['Tasman Foods Ltd', 'Harbour Ltd'], `${4 + index} May 2026`),
      format: 'docx',
    }),
  ),
]
