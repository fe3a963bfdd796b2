// What the page says of a request to sign that is looked at closer.

export const detailsTexts = {
  atService: (service: string, when: string) =>
    `Signed with ${service}, which took it ${when}. It reminds and replaces its signers itself.`,
  onItsWay: (service: string) => `Signed with ${service}, which has not taken it yet.`,
  problemText: (problem: string) => `${problem} It is asked again by itself.`,
  hereOnly: 'Void here only',
  hereOnlyHint: 'Without asking the service, because it does not answer. It may then still let people sign.',
  voidTextElsewhere: (service: string) =>
    `It is voided at ${service} first. If everybody has signed there in the meantime, the contract is executed instead.`,
  endedAt: (state: string, when: string) => `${state} ${when}`,
}
