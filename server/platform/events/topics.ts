// The topics of the wire that an integration can subscribe to, with the rules of the specification's topic table.

interface TopicRules {
  /** Whether the notification names the matter or contract the thing belongs to. */
  readonly parentIncluded: boolean
  /** Whether changes of one resource within the window become one notification. */
  readonly deduplicated: boolean
}

const plain: TopicRules = { parentIncluded: false, deduplicated: false }
const withParent: TopicRules = { parentIncluded: true, deduplicated: false }
const collected: TopicRules = { parentIncluded: false, deduplicated: true }

export const topicRules = {
  'matter.created': plain,
  'matter.updated': collected,
  'contract.created': plain,
  'contract.updated': collected,
  'matter.status.updated': plain,
  'contract.status.updated': withParent,
  'matter.file.created': withParent,
  'contract.file.created': withParent,
  'matter.file.updated': withParent,
  'contract.file.updated': withParent,
  'contract.document.updated': withParent,
  'matter.statusmessage.created': withParent,
  'contract.statusmessage.created': withParent,
  'matter.tag.created': withParent,
  'contract.keydate.created': withParent,
  'contract.keydate.updated': withParent,
} as const satisfies Record<string, TopicRules>

export type Topic = keyof typeof topicRules

export const topics = Object.keys(topicRules) as readonly Topic[]

/** Whether subscribers are notified of events of this name; the others are history only. */
export const isTopic = (name: string): name is Topic => Object.hasOwn(topicRules, name)

/** Whether the resource of the topic is a file, which may be private on a record that others see. */
export const isAboutFile = (topic: Topic): boolean => /\.(?:file|document)\./.test(topic)
