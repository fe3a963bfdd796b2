// Addresses before routing: every area prefix answers the v2 routes as well.

const areaBeforeV2 = /^\/(?:contract|matter|file|field|invoice|account)-apis(?=\/v2(?:[/?#]|$))/i

/** `/contract-apis/v2/contracts` is `/v2/contracts`; anything else stays as it is. */
export const rewriteAddress = (url: string): string => url.replace(areaBeforeV2, '')
