// What the pages say about documents that can look different to others.

export const changeableTexts = {
  title: 'The PDF can look different from what you see. It has:',
  choice:
    'Make it fixed to send it, so that it looks the same to everybody. The copy becomes the next version; read it before you send it.',
  becomes: (what: string) => `In the fixed copy: ${what}`,
  cannotKeep: 'A fixed copy cannot keep it.',
  stuck:
    'It cannot be made fixed. Ask for a PDF without that, or print it into a new one, and upload that as a new version.',
  fix: 'Make it fixed',
  goBack: 'Go back',
  fixed: 'The document was made fixed before it was sent. Until then it had:',
}
