// A notification as a command for a shell, signed the way the platform signs.

/** What is sent. */
interface Request {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/**
 * The lines post the notification once more, from wherever they run. Its time and signature are made when they run,
 * since receivers refuse an old time; the signing secret comes from the environment, to stay out of the command.
 */
export function signedRequestLines({ url, headers, body }: Request): string {
  const id = headers['webhook-id'] ?? ''
  return [
    `export WEBHOOK_SECRET='whsec_…'`,
    `BODY=${quoted(body)}`,
    'TIME=$(date +%s)',
    'KEY=$(printf %s "${WEBHOOK_SECRET#whsec_}" | openssl base64 -d -A | od -An -v -tx1 | tr -d " \\n")',
    `SIGNATURE=$(printf '%s.%s.%s' ${quoted(id)} "$TIME" "$BODY" | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$KEY" -binary | openssl base64 -A)`,
    [
      `curl -i ${quoted(url)}`,
      ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
      '-H "webhook-timestamp: $TIME"',
      '-H "webhook-signature: v1,$SIGNATURE"',
      '--data-binary "$BODY"',
    ].join(' \\\n  '),
  ].join('\n')
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
