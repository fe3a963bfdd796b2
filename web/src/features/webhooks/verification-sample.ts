// How a receiver verifies a notification: the same lines as examples/webhook-receiver.ts, which a test compares.

export const verificationSample = `/** Whether one of the signatures is valid (there are two while a secret is being replaced) and the time is recent. */
function isGenuine(headers: IncomingMessage['headers'], body: Buffer, signingSecret: string): boolean {
  const id = String(headers['webhook-id'])
  const timestamp = String(headers['webhook-timestamp'])
  if (!(Math.abs(Date.now() / 1_000 - Number(timestamp)) <= toleranceSeconds)) return false
  const key = Buffer.from(signingSecret.replace(/^whsec_/, ''), 'base64')
  const expected = createHmac('sha256', key).update(\`\${id}.\${timestamp}.\`).update(body).digest()
  return String(headers['webhook-signature'])
    .split(' ')
    .map((each) => Buffer.from(each.replace(/^v1,/, ''), 'base64'))
    .some((given) => given.length === expected.length && timingSafeEqual(given, expected))
}`
