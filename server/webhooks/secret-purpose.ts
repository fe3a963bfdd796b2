// The purpose for which the signing secrets of subscriptions are sealed.
export const secretPurpose = 'webhook-signature'
