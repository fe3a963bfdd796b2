// The topics of the wire that an integration can subscribe to. Those of v1 have the rules of the specification's topic
// table and are closed: what comes later is offered by v2 alone.

interface TopicRules {
  /** Whether the notification names the matter or contract the thing belongs to. */
  readonly parentIncluded: boolean
  /** Whether changes of one resource within the window become one notification. */
  readonly deduplicated: boolean
  /** Whether only people of the organisation whose record it is are notified, and no law firms. */
  readonly internal?: boolean
  /** Whether it is about a whole organisation instead of a record: for its administrators. */
  readonly ofOrganisation?: boolean
}

const plain: TopicRules = { parentIncluded: false, deduplicated: false }
const withParent: TopicRules = { parentIncluded: true, deduplicated: false }
const internal: TopicRules = { ...withParent, internal: true }
const security: TopicRules = { ...plain, ofOrganisation: true }
const collected: TopicRules = { parentIncluded: false, deduplicated: true }

const topicRulesOfV1 = {
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

export const topicRules = {
  ...topicRulesOfV1,
  'contract.approval.requested': withParent,
  'contract.approval.decided': withParent,
  'contract.approval.delegated': withParent,
  'contract.approval.ended': withParent,
  'contract.signature.sent': withParent,
  'contract.signature.viewed': withParent,
  'contract.signature.signed': withParent,
  'contract.signature.declined': withParent,
  'contract.signature.completed': withParent,
  'contract.signature.expired': withParent,
  'contract.signature.voided': withParent,
  'contract.document.shared': withParent,
  'contract.document.opened': withParent,
  'contract.document.returned': withParent,
  'contract.document.withdrawn': withParent,
  'matter.invoice.export.created': internal,
  'matter.invoice.export.acknowledged': internal,
  'matter.invoice.export.withdrawn': internal,
  'matter.invoice.payment.recorded': internal,
  'matter.invoice.payment.withdrawn': internal,
  'user.break-glass.signed-in': security,
  'user.factor.removed': security,
  'user.factors.reset': security,
  'sign-in-policy.updated': security,
  'identity-provider.set': security,
  'identity-provider.enabled': security,
  'identity-provider.disabled': security,
  'identity-provider.removed': security,
  'password-sign-in.set': security,
  'provisioning-token.created': security,
  'provisioning-token.ended': security,
} as const satisfies Record<string, TopicRules>

export type Topic = keyof typeof topicRules

/** All topics, which v2 offers. */
export const topics = Object.keys(topicRules) as readonly Topic[]

/** The sixteen topics that v1 offers. */
export const topicsOfV1: readonly Topic[] = Object.keys(topicRulesOfV1) as (keyof typeof topicRulesOfV1)[]

/** Whether subscribers are notified of events of this name; the others are history only. */
export const isTopic = (name: string): name is Topic => Object.hasOwn(topicRules, name)

/** Whether only people of the organisation whose record it is are notified. */
export const isInternal = (topic: Topic): boolean => topicRules[topic].internal === true

/** Whether it is about a whole organisation; its resource is the entry of the history. */
export const isOfOrganisation = (topic: Topic): boolean => topicRules[topic].ofOrganisation === true

/** Whether the resource of the topic is a file, which may be private on a record that others see. */
export const isAboutFile = (topic: Topic): boolean => /\.(?:file|document)\./.test(topic)
