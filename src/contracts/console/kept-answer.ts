/** In the address of a kept answer to a form, the secret that opens it. */
export const answerParameter = 'answer'
