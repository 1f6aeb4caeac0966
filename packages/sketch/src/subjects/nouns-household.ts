/** Things of home, street and workshop that are drawn in `drawn/`; the entries are written as in `nouns-living.ts`. */
export const HOUSEHOLD_NOUNS = {
  household: `
    fork | spoon | table-knife = knife, butter knife | plate = saucer, china plate | frying-pan = pan, skillet | saucepan = cooking pot, stew pot |
    kettle = tea kettle | jar = mason jar, jam jar | drinking-glass = glass, glass of water, water glass | tray | candle = candlestick |
    table = dining table, coffee table, wooden table, tabletop | desk = writing desk | couch = sofa, settee, loveseat | stool = bar stool |
    bookshelf = shelf, bookcase | cupboard = cabinet, wardrobe, dresser, closet | lamp = table lamp, desk lamp, floor lamp |
    mirror | clock = wall clock, alarm clock | rug = carpet, mat | pillow = cushion | picture-frame | door = doorway, front door |
    ladder = stepladder | toilet | sink = washbasin | refrigerator = fridge, freezer | oven = stove, cooker | microwave = microwave oven |
    toaster | washing-machine = washer, dryer | electric-fan = ceiling fan, desk fan | hair-dryer = hair drier, blow dryer, hairdryer | tv-remote = remote control, television remote |
    phone = cell phone, smartphone, mobile phone, telephone, iphone | keyboard = computer keyboard | computer-mouse | headphones = headset |
    wristwatch = pocket watch | t-shirt = t shirt, tshirt, shirt, jersey, sweater, blouse, hoodie | dress = gown, skirt |
    trousers = pants, jeans, shorts | jacket = coat, suit, blazer, business suit | tie = necktie, bow tie | hat = sun hat, cowboy hat |
    sock = stocking | glove = mitten, baseball glove | scarf = shawl | suitcase = luggage, travel bag | sack = burlap sack, bag, paper bag, plastic bag |
    envelope | necklace = pendant | flag = banner | leaf |
    snowflake | skull = human skull | heart | bone | hammer | handsaw = hand saw | screwdriver | wrench = spanner | shovel = spade |
    pen = fountain pen, ballpoint pen | paint-brush = paintbrush | toothbrush | comb = hairbrush | plain-vase | plain-bottle | plain-bowl | cardboard-box | plain-ball | baseball-bat | surfboard |
    tennis-racket = racket, tennis racquet | barrel = keg, cask | anchor | compass | ribbon = satin ribbon | bell | rope | oil-lamp`,
  street: `
    bench = park bench | stop-sign | traffic-light = traffic signal, stoplight | fire-hydrant = hydrant | parking-meter |
    street-lamp = lamp post, lamppost, street light, streetlight | mailbox = letterbox | fence = picket fence`,
  landmarks: `
    iceberg | monolith = standing stone, menhir, megalith | opera-house = sydney opera house | ancient-pyramid = egyptian pyramid, pyramid of giza, great pyramid`,
} as const;
