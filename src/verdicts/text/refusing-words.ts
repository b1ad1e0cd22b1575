/** Words by which something could be refused, in English. Without any of them nothing is. */
export const REFUSING =
  /n['’]t\b|\b(?:no|not|nothing|none|never|neither|nor|cannot|unable|impossible|declin\w*|refus\w*|sorry|afraid|regret\w*|unfortunately|sadly|only|already|late|over|past|beyond|outside|ended|closed|final|gone|left|out|stop|stays?|remains?|must|have to|has to|needs?|without|unless|until|however|but|though|although|instead|because|reserved|exclu\w*)\b/i
