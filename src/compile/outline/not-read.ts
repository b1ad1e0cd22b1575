/** why a sentence is set aside that nobody has said anything about */
export const NOT_READ = 'not read yet'
