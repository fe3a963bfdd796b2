// The tags of what integrations are made of, and of the installation.
import type { TagGroup } from './tag-group.ts'

export const integrationTags: TagGroup = {
  name: 'Integrations',
  tags: [
    {
      name: 'Webhooks',
      description: 'Subscriptions to events, their notifications and secrets.',
      words: ['webhooks', 'webhooksubscriptions', 'colleagueswebhooksubscriptions'],
      first: ['webhooks', 'webhooksubscriptions', 'colleagueswebhooksubscriptions'],
    },
    {
      name: 'Integration clients',
      description: 'Registering integrations, their secrets, and what people have allowed them.',
      words: ['integrationclients', 'integrationgrants'],
    },
    {
      name: 'Sandbox',
      description: 'What only a sandbox has: its mail, its clock, its reset.',
      words: ['sandbox'],
    },
    {
      name: 'Installation',
      description: 'The whole installation, for those whom its operator has named.',
      words: ['installation'],
      first: ['installation'],
    },
  ],
}
