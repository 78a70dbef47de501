/**
 * The words of the most common passwords, in lower case. With the endings, spellings and repetitions that
 * `password-policy.ts` recognises they cover many thousands of passwords.
 */
export const commonWords: ReadonlySet<string> = words(`
password passwort passwd passw passwrd passwords mypassword thepassword pass passme passpass passcode passkey
parola senha contrasena contraseña motdepasse wachtwoord haslo heslo sifre losenord salasana kennwort geheim
secret secrets topsecret secure security letmein letmeinnow openup opensesame sesame access accessme
admin admins administrator administrador adminadmin root rootroot superuser superadmin sysadmin system sysop
user users userid username usuario guest guests visitor test tests tester testing testtest testuser demo
demodemo default changeme changeit changethis change temp temporary tempo sample example welcome welcomeback
welcometo login logon signin loginlogin enter entrance hello hellohello helloworld hellokitty hallo hola bonjour
iloveyou iloveu iloveme ilove love lovelove lovely lover lovers loveme loveyou loveyouforever lovehurts
mylove myloves trueloves truelove forever foreverlove always together sweetheart sweety sweetie darling honey baby
babygirl babyboy babyface babybear princess princesa prince queen king kingking angel angels angela angelica
beautiful gorgeous pretty cutie cutiepie sexy sexygirl sexyboy hottie hotgirl hotstuff playboy playgirl
sunshine sunflower sunrise sunset moonlight starlight stargate starwars startrek stars superstar rockstar star
rainbow butterfly flower flowers rose roses daisy jasmine lily violet cherry strawberry chocolate cookie cookies
candy sugar vanilla banana bananas apple apples orange lemon peaches mango coconut pineapple pepper ginger
cheese cheesecake pizza coffee whatever nothing something anything everything someone nobody noname whoknows
monkey monkeys dragon dragons dragonball dragonfly tiger tigers lion lions panther bulldog bulldogs bull
wolf wolves werewolf eagle eagles falcon falcons hawk hawks raven ravens phoenix shark sharks dolphin dolphins
horse horses mustang mustangs pony unicorn kitten kitty cat cats dog dogs doggy puppy puppies bunny rabbit
elephant penguin turtle snake spider scorpion buffalo beaver gorilla chicken duck turkey
football footballs futbol soccer baseball basketball softball volleyball hockey tennis golf golfer cricket rugby
swimming swimmer skater skateboard snowboard surfer surfing runner boxing wrestling wrestler champion champions
arsenal chelsea liverpool liverpoolfc manchester manutd united everton tottenham barcelona barca realmadrid
juventus milan inter bayern dortmund celtic rangers benfica porto flamengo corinthians palmeiras
yankees redsox cowboys steelers packers patriots raiders broncos dolphins lakers bulls celtics knicks warriors
cardinals gators longhorns buckeyes jordan kobe lebron ronaldo ronaldinho messi beckham rooney neymar zidane
superman batman spiderman ironman hulk wolverine deadpool captain america avengers joker harley thor
pokemon pikachu charizard mario luigi zelda sonic naruto sasuke goku sakura ninja samurai pirate pirates vampire
zombie wizard merlin gandalf frodo legolas hobbit harry harrypotter potter hogwarts matrix neo trinity morpheus
skywalker darthvader vader yoda jedi chewbacca hannahmontana twilight simpsons homer bart spongebob garfield
snoopy mickey mickeymouse minnie donald tweety tigger winnie barbie disney nemo shrek scooby scoobydoo
minecraft fortnite roblox warcraft starcraft counterstrike halo gamer gaming games nintendo playstation xbox
computer computers laptop internet server network database oracle mysql postgres linux ubuntu windows microsoft
apple macbook iphone samsung nokia motorola android google gmail yahoo hotmail facebook instagram twitter
linkedin myspace youtube netflix amazon spotify whatsapp tiktok snapchat cisco router switch wireless wifi
mobile phone telephone telecom dashboard bidashboard portal report reports reporting traffic routelink airtel
ninemobile etisalat glo globacom mtn voda vodafone orange exchange minutes carrier interconnect analyst nigeria
lagos abuja naija africa ghana kenya
michael michelle michele jennifer jessica ashley amanda samantha stephanie nicole melissa elizabeth victoria
veronica vanessa valentina alexandra alexander alexandre alexis alejandro alejandra andrea andrew andreas anthony
antonio angelina barbara benjamin brandon brittany brian bradley caroline carolina catherine charles charlie
charlotte chelsea chester chris christian christina christine christopher claudia cameron courtney crystal
cynthia daniel daniela danielle david deborah dennis diana diego dominic dominique douglas eduardo edward
eleanor emily emmanuel emma eric erika fernando fernanda florence francis francisco franklin frederic gabriel
gabriela gabriella george gerald giovanni gloria grace gregory guillermo hannah harold heather helena henry
isabella isabelle ivan jackson jacob james jamie jason jasper javier jeffrey jeremy jerome jonathan jordan
joseph josephine joshua juliana julian juliet justin katherine kathleen katrina kenneth kevin kimberly
kristen kristina lauren laura lawrence leonardo leonard lindsay lindsey logan louise lorenzo lucas madison
marcus margaret maria mariana marie marina martin martina mary matthew matthias maxwell melanie mercedes
miguel miranda mohamed mohammed mohammad muhammad mustafa monica morgan natalia natalie natasha nathan nathaniel
nicholas nicolas oliver olivia oscar pamela patricia patrick paul peter philip phillip rachel raymond rebecca
ricardo richard robert roberto rodrigo roland ronald russell sabrina samuel sandra sarah savannah sebastian
serena sharon shannon sophia stephen steven stewart susan suzanne sydney tamara taylor theresa thomas tiffany
timothy tinkerbell trevor valerie vincent virginia vladimir walter wendy william williams wilson winston yvonne
zachary abdullah ahmed ali hassan hussain ibrahim fatima aisha chinedu chioma emeka ngozi oluwaseun adebayo
blessing godswill goodluck patience favour precious
jesus jesuschrist jesuslives christ christian godisgood godislove godisgreat god lordjesus blessed blessing
heaven church bible praise faith hope grace holyspirit hallelujah salvation savior angel allah bismillah
maverick mercury thunder lightning storm hurricane tornado blizzard winter summer summertime spring autumn
january february march april may june july august september october november december monday tuesday wednesday
thursday friday saturday sunday birthday christmas halloween holiday vacation weekend
london paris berlin madrid roma amsterdam chicago boston dallas houston denver detroit florida california
newyork newjersey texas virginia georgia carolina montana dakota alaska hawaii brooklyn hollywood vegas lasvegas
canada mexico brazil brasil argentina colombia espana france deutschland germany italia england ireland
scotland australia india pakistan bangladesh indonesia philippines russia ukraine poland turkey
mercedes porsche ferrari lamborghini maserati corvette camaro chevrolet chevy chevelle cadillac mustang toyota
honda nissan subaru mazda yamaha kawasaki suzuki ducati harley harleydavidson triumph jaguar
guitar guitars music musica rockandroll metallica nirvana slipknot eminem tupac biggie beatles elvis madonna
rihanna beyonce britney shakira michaeljackson bobmarley reggae hiphop dancer dancing danger dangerous
marlboro budweiser heineken guinness corona whiskey vodka tequila smokey blazer
shadow master masters master killer hunter hunting fisher fishing fisherman ranger trooper soldier warrior
sniper gunner shooter rifle bullet trigger marine marines army navy airforce military police fireman fireman
doctor nurse teacher lawyer engineer pilot sailor student college university school highschool chemistry
mother father mommy daddy mamma mama papa brother sister family familia friends friend bestfriend bestfriends
grandma grandpa husband wife girlfriend boyfriend children
freedom liberty justice victory winner winners success successful lucky luckyone fortune money moneyman cash
million millionaire diamond diamonds silver golden gold platinum crystal pearl ruby
purple yellow orange black blackcat blackjack blackbird white green greenday blue bluebird blueberry blueeyes red
redrose pink pinky gray
happy happiness happyday smile smiles smiley peace peaceful paradise dreamer dreams dream sweet sweetpea
crazy crazygirl crazyboy insane psycho maniac monster monsters demon devil lucifer satan evil hell death dead
fuckyou fuckoff fucker fuckme motherfucker asshole bullshit bitch bitches bastard dumbass jackass suckit
pussy blowjob penis vagina boobs hardcore porn pornstar sexual sexsex naughty
trustno trustnoone trustme believe remember forgot forget forgotten idontknow dontknow whatever nevermind
internet qwerty qwert qwertyui qwertyuiop qwertz azerty asdf asdfg asdfgh asdfghjk asdfghjkl zxcvb zxcvbn zxcvbnm
qazwsx qazwsxedc zaqxsw wsxedc abc abcd abcde abcdef abcdefg abcdefgh aabbcc abcabc xyz
scooter skippy buster bubba bubbles cooper bandit bailey maggie molly ginger rocky sparky lucky oreo peanut
pumpkin pookie precious pebbles patches snickers snowball snowman snowflake sebastian simba sadie rusty
midnight mountain ocean river rivers island beach sandy crystal nature forest garden redwood springs
apollo atlantis athena hercules achilles phoenix pegasus odyssey titanic galaxy universe cosmos saturn jupiter
venus pluto
einstein newton tesla edison galileo picasso mozart beethoven shakespeare
integra stingray viper cobra python anaconda predator terminator gladiator spartan spartans trojan trojans
warlock highlander excalibur camelot lancelot knight knights castle emperor empire legend legends
discovery enterprise voyager defender guardian explorer avalanche cyclone inferno
fantasy mystery magic magical miracle destiny serenity harmony melody symphony
qwerty letmein trustno iceman icecream snoopdog bigdaddy bigboy bigman bigdog littleman badboy badgirl goodboy
goodgirl homeboy cowgirl cowboy lonely loneliness heartless heartbreaker broken brokenheart
supersonic superfly superstar supergirl superhero superboy
zaq nokia gundam evangelion anime manga otaku kawaii tokyo kyoto osaka japan china beijing shanghai
`)

/** Passwords of digits and signs alone that no other rule finds. */
export const commonNumbers: ReadonlySet<string> = words(`
31415926 314159265 3141592654 27182818 147258369 1472583690 14725836 258369147 963852741 96385274 741852963 74185296
852963741 159357456 15935728 159753456 357159456 789456123 78945612 7894561230 456789123 456123789 123456789a 123654789
12365478 987456321 98745632 951753852 753951456 12344321 123321123 1233211234 11223344 1122334455 112233445566
11112222 22221111 00001111 44332211 55667788 12312345 123412345 1234512345 10203040 1020304050 102030405060
12131415 19283746 1928374655 13572468 24681357 13579246 24680135 98765432 23456789 11235813 13243546 32165498
32165487 65432178 78963214 45612378 25802580 14789632 147896325 1478963250 36985214 369852147
!@#$%^&* !@#$%^&*() )(*&^%$#@! !@#$1234 1234!@#$ ????????
`)

/** Lines of neighbouring keys and letters; a part of one, in either direction, is no secret. */
export const keyboardRuns: readonly string[] = [
  '01234567890123456789',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop[]',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl;',
  'qsdfghjklm',
  'zxcvbnm,./',
  'yxcvbnm',
  '!@#$%^&*()_+',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  '1qazxsw23edcvfr45tgbnhy67ujm',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  'qazwsxedcrfvtgbyhnujmikolp',
  '1a2b3c4d5e6f7g8h9i',
  'a1b2c3d4e5f6g7h8i9',
  'qweasdzxc',
  '123qweasdzxc',
  '!qaz@wsx#edc$rfv',
  'aaabbbcccdddeeefff',
]

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/).filter((word) => word !== ''))
}
